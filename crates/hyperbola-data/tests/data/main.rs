//! Files of training data: samples beside what they hold, damage, and laws.

mod arrange;
mod bullet;
mod cases;
mod convert;
mod corpus;
mod damage;
mod games;
mod laws;
mod leela;
mod mistakes;
mod monty;
mod parts;
mod samples;
mod sections;
mod support;
