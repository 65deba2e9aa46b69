use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;

pub async fn upgrade(upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(echo)
}

/// Sends every message back.
async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        let sent = match message {
            Message::Text(_) | Message::Binary(_) => socket.send(message).await,
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Ok(()), // axum answers them
        };
        if sent.is_err() {
            return;
        }
    }
}
