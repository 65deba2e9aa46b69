// HttpArena's profiles (docs/suites.md); the data set is read once.
import { readFile } from 'node:fs/promises';
import express from 'express';
import serveStatic from 'express-static-gzip';

const items = JSON.parse(await readFile('arena-dataset.json', 'utf8'));

const sum = (res, ...texts) => {
  const total = texts.reduce((before, text) => before + Number.parseInt(text, 10), 0);
  if (Number.isNaN(total)) res.sendStatus(400);
  else res.type('text/plain').send(String(total));
};

export function profiles(app) {
  app.get('/pipeline', (req, res) => res.type('text/plain').send('ok'));
  app.get('/baseline11', (req, res) => sum(res, req.query.a, req.query.b));
  app.post('/baseline11', express.text(), (req, res) => sum(res, req.query.a, req.query.b, req.body));

  app.post('/upload', async (req, res) => {
    let size = 0;
    for await (const chunk of req) size += chunk.length;
    res.type('text/plain').send(String(size));
  });

  // Files as they are, or the .br or .gz beside them: which there are is looked up at the start.
  app.use('/static', serveStatic('static', { enableBrotli: true, orderPreference: ['br'] }));

  app.get('/json/:count', (req, res) => {
    const m = Number(req.query.m);
    const found = items.slice(0, Number(req.params.count));
    res.json({
      count: found.length,
      items: found.map((item) => ({ ...item, total: item.price * item.quantity * m })),
    });
  });
}
