//! The processors of a run.

use hyperbola_lab::processor::Processors;

#[test]
fn a_thread_settles_on_one_processor_and_is_free_again() {
    let before = Processors::new().allowed().to_vec();
    {
        let processors = Processors::new();
        processors.settle(&[]);
        assert_eq!(Processors::new().allowed().len(), before.len().min(1));
    }
    assert_eq!(Processors::new().allowed(), before);
}
