pub(crate) mod setwise_subtraction;
