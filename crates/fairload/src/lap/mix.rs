//! The requests of one thread: which is next, its bytes, and which verifier judges its answer.

use std::rc::Rc;

use super::pacer::Stripe;
use crate::engine::Payload;
use crate::parameters::{Values, mixed};
use crate::receive::connection::Checker;
use crate::request::Wire;
use crate::target::{Question, gcd};

/// One request: which of the questions, and its number, from which its parameters follow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Ask {
    pub(crate) question: usize,
    pub(crate) number: u64,
}

#[derive(Debug)]
struct Asker {
    bytes: Bytes,
    checker: Checker,
}

#[derive(Debug)]
enum Bytes {
    Constant(Payload),
    Varying(Wire),
}

#[derive(Debug)]
pub(crate) struct Mix {
    /// At least one.
    askers: Vec<Asker>,
    /// Their order, again and again; empty if there is only one.
    cycle: Vec<usize>,
    /// Where in the cycle the next one is.
    position: usize,
    /// [`mixed`].
    seed: u64,
    next_number: u64,
    stride: u64,
}

impl Mix {
    /// Of at least one question.
    pub(crate) fn new(questions: &[Question], seed: u64) -> Self {
        let seed = mixed(seed);
        let weights: Vec<_> = questions.iter().map(|question| question.weight).collect();
        Self {
            askers: questions.iter().map(|question| Asker::new(question, seed)).collect(),
            cycle: if weights.len() > 1 { smooth(&weights) } else { Vec::new() },
            position: 0,
            seed,
            next_number: 0,
            stride: 1,
        }
    }

    /// The cycle from its beginning, for one of several threads, so that no two use the same number. Numbers go on where
    /// the last lap ended: what is made once, such as a user, is not made again.
    pub(crate) fn restart(&mut self, stripe: Stripe) {
        self.position = 0;
        self.stride = stripe.of as u64;
        self.next_number = self.next_number.next_multiple_of(self.stride) + stripe.index as u64;
        self.explain(true);
    }

    /// How many questions there are.
    pub(crate) fn len(&self) -> usize {
        self.askers.len()
    }

    /// Whether to explain wrong answers.
    pub(crate) fn explain(&mut self, explain: bool) {
        for asker in &mut self.askers {
            asker.checker.explain = explain;
        }
    }

    #[inline]
    pub(crate) fn next(&mut self) -> Ask {
        let number = self.next_number;
        self.next_number = number.wrapping_add(self.stride);
        let question = match self.cycle.get(self.position) {
            None => 0,
            Some(&question) => {
                self.position = (self.position + 1) % self.cycle.len();
                question
            }
        };
        Ask { question, number }
    }

    #[inline]
    pub(crate) fn payload(&self, ask: Ask) -> Payload {
        match &self.askers[ask.question].bytes {
            Bytes::Constant(payload) => payload.clone(),
            Bytes::Varying(wire) => wire.payload(self.values(ask)),
        }
    }

    /// Appends the request to others that are sent together with it.
    pub(crate) fn append(&self, ask: Ask, out: &mut Vec<u8>) {
        match &self.askers[ask.question].bytes {
            Bytes::Constant(payload) => out.extend_from_slice(payload.bytes()),
            Bytes::Varying(wire) => wire.render(self.values(ask), out),
        }
    }

    /// The verifier of the answer to this request.
    #[inline]
    pub(crate) fn checker(&mut self, ask: Ask) -> &mut Checker {
        let checker = &mut self.askers[ask.question].checker;
        checker.number = ask.number;
        checker
    }

    /// The head of the first answer; empty without any.
    pub(crate) fn first_head(&self) -> &[u8] {
        self.askers.iter().map(|asker| asker.checker.first_head()).find(|head| !head.is_empty()).unwrap_or_default()
    }

    fn values(&self, ask: Ask) -> Values {
        Values { seed: self.seed, number: ask.number }
    }
}

impl Asker {
    fn new(question: &Question, seed: u64) -> Self {
        let bytes = if question.wire.is_constant() {
            Bytes::Constant(Payload::Shared(Rc::from(question.wire.rendered(Values::default()))))
        } else {
            Bytes::Varying(question.wire.clone())
        };
        Self { bytes, checker: Checker::of(&question.expect, question.to_head, seed) }
    }
}

/// Smooth weighted round robin: a cycle in which each index has exactly its share, spread as evenly as can be. Each time
/// all credits grow by their weights, and the one with most is next and pays the sum of the weights.
#[allow(clippy::cast_possible_wrap)] // weights are 32 bits
fn smooth(weights: &[u32]) -> Vec<usize> {
    let common = weights.iter().fold(0, |common, &weight| gcd(common, weight)).max(1);
    let weights: Vec<i64> = weights.iter().map(|&weight| i64::from(weight / common)).collect();
    let total: i64 = weights.iter().sum();
    let mut credits = vec![0; weights.len()];
    let mut pick = || {
        credits.iter_mut().zip(&weights).for_each(|(credit, weight)| *credit += weight);
        // Of equal credits the first, so that the order is that of the file.
        let best = (0..credits.len()).rev().max_by_key(|&index| credits[index]).unwrap_or_default();
        credits[best] -= total;
        best
    };
    (0..total).map(|_| pick()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_cycle_has_each_one_as_often_as_its_weight_says_and_spread() {
        assert_eq!(smooth(&[5, 1, 1]), [0, 0, 1, 0, 2, 0, 0]);
        assert_eq!(smooth(&[20, 10]), [0, 1, 0]);
        assert_eq!(smooth(&[1, 1, 1]), [0, 1, 2]);
    }

    proptest! {
        #[test]
        fn proportions_are_exact(weights in proptest::collection::vec(1_u32..20, 1..8)) {
            let cycle = smooth(&weights);
            let total: u32 = weights.iter().sum();
            for (index, &weight) in weights.iter().enumerate() {
                let count = u32::try_from(cycle.iter().filter(|&&at| at == index).count()).expect("short");
                let expected = weight * u32::try_from(cycle.len()).expect("short") / total;
                prop_assert_eq!(count, expected);
            }
        }
    }
}
