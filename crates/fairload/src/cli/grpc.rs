//! Calls of gRPC: a message and its right answer as JSON or in hex, made into a request and an expectation.

use std::path::{Path, PathBuf};

use clap::Args;
use prost_reflect::prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, MethodDescriptor};
use serde_json::de::Deserializer;

use crate::spec::{Body, Expectation, ExpectedBody, RequestSpec, SpecError, of_hex};

#[derive(Debug, Args)]
pub(super) struct GrpcArguments {
    /// Call a unary method of gRPC, such as bench.Calculator/Sum, over HTTP/2. Right is an answer with grpc-status 0, and
    /// with the message of --expect-message if it is given.
    #[arg(long, value_name = "SERVICE/METHOD", requires = "message", group = "multiplexing")]
    #[arg(conflicts_with_all = ["no_keepalive", "requests_per_connection", "pipeline", "method", "ws"])]
    #[arg(conflicts_with_all = ["body", "body_file", "requests_file", "compressed", "expand", "expect_status"])]
    #[arg(conflicts_with_all = ["expect_text", "expect_contains", "expect_json", "expect_subset", "expect_size"])]
    grpc: Option<String>,
    /// The message of --grpc: JSON with --proto, otherwise in hex.
    #[arg(long, value_name = "JSON|HEX", requires = "grpc")]
    message: Option<String>,
    /// The right answer's message, compared byte for byte: JSON with --proto, otherwise in hex.
    #[arg(long, value_name = "JSON|HEX", requires = "grpc")]
    expect_message: Option<String>,
    /// The file that describes the service of --grpc, such as sum.proto; what it imports is looked for in its folder.
    #[arg(long, value_name = "FILE", requires = "grpc")]
    proto: Option<PathBuf>,
}

impl GrpcArguments {
    pub(super) fn is_given(&self) -> bool {
        self.grpc.is_some()
    }

    /// The call with this metadata, and what must come back; `None` if none is asked for.
    ///
    /// # Errors
    /// A method that the file does not describe, messages that are none, or metadata with a name that gRPC uses itself.
    pub(super) fn call(&self, metadata: &[(String, String)]) -> Result<Option<(RequestSpec, Expectation)>, SpecError> {
        let (Some(name), Some(message)) = (&self.grpc, &self.message) else { return Ok(None) };
        let method = self.proto.as_deref().map(|file| method_of(file, name)).transpose()?;
        let (input, output) = (method.as_ref().map(MethodDescriptor::input), method.map(|method| method.output()));
        let body = framed(&bytes_of("--message", message, input)?);
        let expected =
            self.expect_message.as_ref().map(|text| bytes_of("--expect-message", text, output)).transpose()?;
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        if let Some((name, _)) = metadata.iter().find(|(name, _)| is_own(&name.to_ascii_lowercase())) {
            return Err(SpecError::new(format!("-H {name}"), "gRPC says it itself", "leave it out"));
        }
        let own = [header("Content-Type", "application/grpc"), header("TE", "trailers")];
        let request = RequestSpec {
            method: "POST".to_owned(),
            path: format!("/{name}"),
            headers: own.into_iter().chain(metadata.iter().cloned()).collect(),
            body: Some(Body(body)),
        };
        let expect = Expectation {
            status: Some(200),
            headers: vec![header("grpc-status", "0")],
            body: expected.map_or(ExpectedBody::Any, |message| ExpectedBody::Bytes(framed(&message))),
            codings: Vec::new(),
        };
        Ok(Some((request, expect)))
    }
}

/// Whether metadata may not have this name.
fn is_own(name: &str) -> bool {
    matches!(name, "content-type" | "te" | "content-length") || name.starts_with("grpc-")
}

/// A message of a method, or its answer, as it is sent.
///
/// # Errors
/// A method that the file does not describe, or a message that is none.
pub(super) fn message(name: &str, text: &str, proto: Option<&Path>, is_answer: bool) -> Result<Vec<u8>, SpecError> {
    let method = proto.map(|file| method_of(file, name)).transpose()?;
    let kind = method.map(|method| if is_answer { method.output() } else { method.input() });
    Ok(framed(&bytes_of("message", text, kind)?))
}

/// A message as it is sent: not compressed, with its length.
fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).unwrap_or(u32::MAX).to_be_bytes();
    [&[0], &length[..], message].concat()
}

fn method_of(file: &Path, name: &str) -> Result<MethodDescriptor, SpecError> {
    let refuse = |problem: String, remedy: &str| SpecError::new(format!("--proto {}", file.display()), problem, remedy);
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let described = protox::compile([file], [folder]).map_err(|error| {
        refuse(format!("it cannot be used ({error})"), "give a .proto file, in the folder of its imports")
    })?;
    let pool = DescriptorPool::from_file_descriptor_set(described)
        .map_err(|error| refuse(error.to_string(), "give a complete .proto file"))?;
    let methods = || pool.services().flat_map(|service| service.methods().collect::<Vec<_>>());
    let named = |method: &MethodDescriptor| format!("{}/{}", method.parent_service().full_name(), method.name());
    let Some(method) = methods().find(|method| named(method) == name) else {
        let known = methods().map(|method| named(&method)).collect::<Vec<_>>().join(", ");
        return Err(refuse(format!("it has no method {name:?}"), &format!("it has {known}")));
    };
    if method.is_client_streaming() || method.is_server_streaming() {
        return Err(refuse(format!("{name} is a stream"), "choose a unary method"));
    }
    Ok(method)
}

fn bytes_of(option: &str, text: &str, kind: Option<MessageDescriptor>) -> Result<Vec<u8>, SpecError> {
    let Some(kind) = kind else {
        let remedy = "write two digits for each byte, or give --proto FILE and JSON";
        return of_hex(text).ok_or_else(|| SpecError::new(option, "this is not hex", remedy));
    };
    let mut json = Deserializer::from_str(text);
    let read = DynamicMessage::deserialize(kind.clone(), &mut json).and_then(|message| json.end().map(|()| message));
    read.map(|message| message.encode_to_vec()).map_err(|error| {
        let problem = format!("this is no {} as JSON ({error})", kind.full_name());
        SpecError::new(option, problem, "write it as the .proto file says, and mind the shell's quotes")
    })
}
