//! Set-wise attacks: the attack map of one side's rooks, bishops and queens at once, and by a loop
//! over them.

use core::hint::black_box;
use core::marker::PhantomData;
use std::rc::Rc;

use hyperbola::choice::{Choice, ChoiceVisitor};
use hyperbola::setwise::{self, FillAttacks, Sliders};
use hyperbola::word::{Vector, WordKind, WordVisitor};
use hyperbola::{SetwiseAttacks, SliderAttacks, Technique, dispatch};
use hyperbola_timing::loops::digest;
use hyperbola_timing::runner::{Work, timed};

use crate::definition::Definition;
use crate::inputs::Sides;
use crate::models::panel::{PanelPlan, Participant};
use crate::models::queries::is_measured;
use crate::models::{Measured, Words};
use crate::record::Row;

/// The model.
pub(super) struct AttackMaps;

impl Measured for AttackMaps {
    const OPERATION: &'static str = "map";
    const WORDS: Words = Words::All;

    fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
        let sides = definition.inputs.sides()?;
        let mut participants: Vec<Participant> = Vec::new();
        for choice in definition.choices() {
            let Choice { technique, kind } = choice;
            let forms = [
                ("one by one", Form::OneByOne(choice)),
                ("boards", Form::Boards(technique, kind)),
                ("directions", Form::Directions(technique, kind)),
            ];
            for (name, form) in forms.into_iter().filter(|(_, form)| Maps::has(*form)) {
                let mut row = Row::of(technique, kind);
                row.name = format!("{name}: {}", row.name);
                participants.push((row, Box::new(Maps::new(form, &sides))));
            }
        }
        Ok(vec![PanelPlan::of("all".into(), &definition.digest, participants)])
    }
}

/// The way to make a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A loop over the sliders, with single queries.
    OneByOne(Choice),
    /// A board in each lane.
    Boards(Technique, WordKind),
    /// The eight directions of one board in the lanes of as few registers as hold them.
    Directions(Technique, WordKind),
}

/// Loops over the sliders of each side.
struct OneByOne<'a>(&'a Sides, &'a mut [u64]);

impl ChoiceVisitor for OneByOne<'_> {
    type Output = bool;

    #[inline(always)]
    fn visit<T: SliderAttacks, V: Vector>(self, token: V::Token) -> bool {
        if const { !is_measured::<V>() } {
            return false;
        }
        let like = V::from_array(token, V::ZEROS);
        let sliders = self.0.orthogonal.iter().zip(&self.0.diagonal);
        for (((&orthogonal, &diagonal), &occupied), map) in
            sliders.zip(&self.0.occupied).zip(self.1)
        {
            let occupied = T::occupied(like.splat(occupied));
            let mut attacks = like;
            let mut left = orthogonal;
            while left != 0 {
                attacks = attacks | T::rook(like.splat(left.trailing_zeros().into()), &occupied);
                left &= left - 1;
            }
            let mut left = diagonal;
            while left != 0 {
                attacks = attacks | T::bishop(like.splat(left.trailing_zeros().into()), &occupied);
                left &= left - 1;
            }
            *map = attacks.into_array().as_ref()[0];
        }
        true
    }
}

/// Has a board in each lane.
struct Boards<'a, T>(&'a Sides, &'a mut [u64], PhantomData<T>);

impl<T: SetwiseAttacks> WordVisitor for Boards<'_, T> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let orthogonal = self.0.orthogonal.chunks_exact(V::LANES);
        let diagonal = self.0.diagonal.chunks_exact(V::LANES);
        let occupied = self.0.occupied.chunks_exact(V::LANES);
        let maps = self.1.chunks_exact_mut(V::LANES);
        for (((orthogonal, diagonal), occupied), maps) in
            orthogonal.zip(diagonal).zip(occupied).zip(maps)
        {
            let mut lanes = [V::ZEROS; 3];
            lanes[0].as_mut().copy_from_slice(orthogonal);
            lanes[1].as_mut().copy_from_slice(diagonal);
            lanes[2].as_mut().copy_from_slice(occupied);
            let sliders = Sliders {
                orthogonal: V::from_array(token, lanes[0]),
                diagonal: V::from_array(token, lanes[1]),
            };
            let attacks = setwise::attacks::<T, V>(sliders, V::from_array(token, lanes[2]));
            maps.copy_from_slice(attacks.into_array().as_ref());
        }
    }
}

/// Has the directions of one board in the lanes.
struct Directions<'a, T>(&'a Sides, &'a mut [u64], PhantomData<T>);

impl<T: FillAttacks> WordVisitor for Directions<'_, T> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let sliders = self.0.orthogonal.iter().zip(&self.0.diagonal);
        for (((&orthogonal, &diagonal), &occupied), map) in
            sliders.zip(&self.0.occupied).zip(self.1)
        {
            let sliders = Sliders { orthogonal, diagonal };
            let sets = setwise::direction_attacks_in_lanes::<T, V>(token, sliders, occupied);
            let [a, b, c, d, e, f, g, h] = sets;
            *map = ((a | b) | (c | d)) | ((e | f) | (g | h));
        }
    }
}

/// The work of making the maps of some sides.
#[derive(Debug)]
pub struct Maps {
    form: Form,
    sides: Rc<Sides>,
    maps: Vec<u64>,
}

impl Maps {
    /// Makes the work of a form; the number of sides is a multiple of eight, so that no lane is
    /// left over.
    #[must_use]
    pub fn new(form: Form, sides: &Rc<Sides>) -> Self {
        Self { form, sides: Rc::clone(sides), maps: vec![0; sides.occupied.len()] }
    }

    /// Returns whether a technique has a form.
    #[must_use]
    pub fn has(form: Form) -> bool {
        let none = Sides::default();
        Self { form, sides: Rc::new(none), maps: Vec::new() }.make().is_ok()
    }

    fn make(&mut self) -> Result<(), String> {
        let (sides, maps) = (black_box(&*self.sides), &mut self.maps[..]);
        let made = match self.form {
            Form::OneByOne(choice) => choice.visit(OneByOne(sides, maps)).unwrap_or(false),
            Form::Boards(technique, kind) => {
                let made = dispatch!(technique, T: SetwiseAttacks => {
                    kind.visit(Boards::<T>(sides, maps, PhantomData))
                });
                made.flatten().is_some()
            }
            Form::Directions(technique, kind) => {
                let made = dispatch!(technique, T: FillAttacks => {
                    kind.visit(Directions::<T>(sides, maps, PhantomData))
                });
                made.flatten().is_some()
            }
        };
        if made { Ok(()) } else { Err("there is no such form of it here".into()) }
    }
}

impl Work for Maps {
    fn verify(&mut self) -> Result<String, String> {
        self.maps.fill(0);
        self.make()?;
        Ok(digest(self.maps.iter().copied()))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let operations = self.maps.len() as f64;
        timed(times, operations, || {
            self.make()?;
            black_box(&mut self.maps);
            Ok(())
        })
    }
}
