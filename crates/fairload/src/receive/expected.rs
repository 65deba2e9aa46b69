//! What a right answer is, for each number of the request.

use crate::json_text::JsonText;
use crate::parameters::{Syntax, Text, Values};
use crate::receive::coding::Coding;
use crate::rows::Rows;
use crate::spec::{Expectation, ExpectedBody, SpecError};

/// What a right answer is, for each number of the request.
#[derive(Debug, Clone)]
pub(crate) struct Expected {
    /// With parameters, that of the request of number 0.
    pub(crate) fixed: Expectation,
    /// Only with parameters.
    pub(crate) varying: Option<Varying>,
}

/// An expectation with parameters.
#[derive(Debug, Clone)]
pub(crate) struct Varying {
    status: Option<u16>,
    headers: Vec<(String, Text)>,
    body: VaryingBody,
    codings: Vec<Coding>,
    /// What bodies become that need no second look: the expected text, or JSON as the last right body had it.
    layout: Option<Text>,
    /// How often a layout of JSON was learnt.
    lessons: u32,
}

/// Most servers write their JSON in one way; of one that does not, no more layouts are learnt than that.
const MOST_LESSONS: u32 = 16;

#[derive(Debug, Clone)]
enum VaryingBody {
    Constant(ExpectedBody),
    Text(Text),
    Contains(Text),
    Json(JsonText),
    Subset(JsonText),
    /// Rows, and their ids.
    Rows(Rows, Vec<JsonText>),
}

impl Varying {
    fn new(expect: &Expectation, syntax: Syntax) -> Result<Self, SpecError> {
        let header = |(name, value): &(String, String)| -> Result<_, SpecError> {
            Ok((name.clone(), Text::new(&format!("expected header {name:?}"), value.as_bytes(), syntax)?))
        };
        let body = match &expect.body {
            ExpectedBody::Text(source) => VaryingBody::Text(Text::new("expected text", source.as_bytes(), syntax)?),
            ExpectedBody::Contains(source) => {
                VaryingBody::Contains(Text::new("expected text", source.as_bytes(), syntax)?)
            }
            ExpectedBody::Json(source) => VaryingBody::Json(JsonText::new("expected JSON", source, syntax)?),
            ExpectedBody::Subset(source) => VaryingBody::Subset(JsonText::new("expected JSON", source, syntax)?),
            ExpectedBody::Rows(rows) => {
                let id = |id| JsonText::new("ids of expected rows", id, syntax);
                VaryingBody::Rows(rows.clone(), rows.ids.iter().map(id).collect::<Result<_, _>>()?)
            }
            body @ (ExpectedBody::Any | ExpectedBody::SizeBytes(_) | ExpectedBody::Bytes(_)) => {
                VaryingBody::Constant(body.clone())
            }
        };
        let headers = expect.headers.iter().map(header).collect::<Result<_, _>>()?;
        let layout = if let VaryingBody::Text(text) = &body { Some(text.clone()) } else { None };
        Ok(Self { status: expect.status, headers, body, codings: expect.codings.clone(), layout, lessons: 0 })
    }

    fn is_constant(&self) -> bool {
        let body = match &self.body {
            VaryingBody::Constant(_) => true,
            VaryingBody::Text(text) | VaryingBody::Contains(text) => text.is_constant(),
            VaryingBody::Json(json) | VaryingBody::Subset(json) => json.is_constant(),
            VaryingBody::Rows(_, ids) => ids.iter().all(JsonText::is_constant),
        };
        body && self.headers.iter().all(|(_, value)| value.is_constant())
    }

    /// Whether heads that are right for one request are right for all.
    pub(crate) fn has_constant_head(&self) -> bool {
        self.headers.iter().all(|(_, value)| value.is_constant())
    }

    /// Whether a body, without a coding, is right, without building what is expected.
    #[inline]
    pub(crate) fn holds(&mut self, body: &[u8], values: Values) -> bool {
        self.layout.as_ref().is_some_and(|layout| layout.becomes(body, values)) || self.holds_otherwise(body, values)
    }

    #[inline(never)]
    fn holds_otherwise(&mut self, body: &[u8], values: Values) -> bool {
        let mut json = |json: &JsonText, more| {
            let right = serde_json::from_slice(body).is_ok_and(|got| json.becomes(&got, values, more));
            if right && self.lessons < MOST_LESSONS {
                self.lessons += 1;
                self.layout = json.layout(body, values).or(self.layout.take());
            }
            right
        };
        match &self.body {
            VaryingBody::Constant(_) | VaryingBody::Text(_) => false,
            VaryingBody::Contains(text) => memchr::memmem::find(body, &text.rendered(values)).is_some(),
            VaryingBody::Json(expected) => json(expected, false),
            VaryingBody::Subset(expected) => json(expected, true),
            VaryingBody::Rows(rows, ids) => {
                rows.clone().with_ids(ids.iter().map(|id| id.render(values)).collect()).holds(body)
            }
        }
    }

    pub(crate) fn rendered(&self, values: Values) -> Expectation {
        let body = match &self.body {
            VaryingBody::Constant(body) => body.clone(),
            VaryingBody::Text(text) => ExpectedBody::Text(text.string(values)),
            VaryingBody::Contains(text) => ExpectedBody::Contains(text.string(values)),
            VaryingBody::Json(json) => ExpectedBody::Json(json.render(values)),
            VaryingBody::Subset(json) => ExpectedBody::Subset(json.render(values)),
            VaryingBody::Rows(rows, ids) => {
                let ids = ids.iter().map(|id| id.render(values)).collect();
                ExpectedBody::Rows(rows.clone().with_ids(ids))
            }
        };
        let headers = self.headers.iter().map(|(name, value)| (name.clone(), value.string(values))).collect();
        Expectation { status: self.status, headers, body, codings: self.codings.clone() }
    }
}

impl Expected {
    pub(crate) fn new(expect: &Expectation, syntax: Syntax) -> Result<Self, SpecError> {
        let varying = Varying::new(expect, syntax)?;
        let fixed = varying.rendered(Values::default());
        Ok(Self { fixed, varying: (!varying.is_constant()).then_some(varying) })
    }
}
