"""What gives access: a session in a browser, a token, a WebSocket, a link in an e-mail."""
