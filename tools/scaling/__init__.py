"""How a race grows on a cluster: time, price and store, simulated with measured costs (docs/scaling.md)."""
