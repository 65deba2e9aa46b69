"""How a race grows on a cluster: time, price and storage, simulated with measured costs (docs/scaling.md)."""
