"""The proof of the method: simulated races, real ones, the peers' ways for contrast, the tables of docs/method.md."""
