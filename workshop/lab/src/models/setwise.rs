//! Set-wise attacks: the attack map of one side's rooks, bishops and queens at once, and by a loop
//! over them.

use core::marker::PhantomData;
use std::rc::Rc;

use hyperbola::choice::{Choice, ChoiceVisitor};
use hyperbola::setwise::{self, FillAttacks, Sliders};
use hyperbola::word::{Vector, WordVisitor};
use hyperbola::{SetwiseAttacks, SliderAttacks, dispatch};
use hyperbola_timing::loops::digest;

use crate::definition::Definition;
use crate::inputs::Sides;
use crate::model::has_single_queries;
use crate::models::panel::{PanelPlan, Participant, repeated};
use crate::record::Row;

pub(super) fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
    let sides = definition.inputs.sides()?;
    let count = sides.occupied.len();
    let mut participants: Vec<Participant> = Vec::new();
    for choice in definition.choices() {
        for (name, make) in forms(choice) {
            // Without sides, to see whether the technique has the form.
            if !make(&Sides::default(), &mut []) {
                continue;
            }
            let mut row = Row::of(choice.technique, choice.kind);
            row.name = format!("{name}: {}", row.name);
            let sides = Rc::clone(&sides);
            let once = move |maps: &mut Vec<u64>| {
                make(&sides, maps).then_some(()).ok_or_else(|| "there is no such form of it".into())
            };
            let digest = |maps: &Vec<u64>| digest(maps.iter().copied());
            participants.push((row, repeated(vec![0; count], count, once, digest)));
        }
    }
    Ok(vec![PanelPlan::of("all", &definition.digest, participants)])
}

/// A way to make the maps of some sides, which returns whether there is such a form. The number of
/// sides is a multiple of eight, so that no lane is left over.
type Make = Box<dyn Fn(&Sides, &mut [u64]) -> bool>;

/// Returns the ways with their names: a loop over the sliders, with single queries; a board in each
/// lane; the eight directions of one board in the lanes of as few registers as hold them.
fn forms(choice: Choice) -> [(&'static str, Make); 3] {
    let Choice { technique, kind } = choice;
    let one_by_one =
        move |sides: &Sides, maps: &mut [u64]| choice.visit(OneByOne(sides, maps)) == Some(true);
    let boards = move |sides: &Sides, maps: &mut [u64]| {
        let made = dispatch!(technique, T: SetwiseAttacks => {
            kind.visit(Boards::<T>(sides, maps, PhantomData))
        });
        made.flatten().is_some()
    };
    let directions = move |sides: &Sides, maps: &mut [u64]| {
        let made = dispatch!(technique, T: FillAttacks => {
            kind.visit(Directions::<T>(sides, maps, PhantomData))
        });
        made.flatten().is_some()
    };
    [
        ("one by one", Box::new(one_by_one)),
        ("boards", Box::new(boards)),
        ("directions", Box::new(directions)),
    ]
}

/// Loops over the sliders of each side.
struct OneByOne<'a>(&'a Sides, &'a mut [u64]);

impl ChoiceVisitor for OneByOne<'_> {
    type Output = bool;

    #[inline(always)]
    fn visit<T: SliderAttacks, V: Vector>(self, token: V::Token) -> bool {
        if const { !has_single_queries::<V>() } {
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
