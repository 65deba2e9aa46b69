// Links ./bun to the Bun binary that npm brought. The package `bun` moves it there in a postinstall script,
// which npm may not run: then the binary still lies in the platform's own package.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';

const scope = 'node_modules/@oven';
const platforms = existsSync(scope) ? readdirSync(scope) : [];
const candidates = [...platforms.map((name) => `${scope}/${name}/bin/bun`), 'node_modules/bun/bin/bun.exe'];

const works = (path) => {
  try {
    return execFileSync(resolve(path), ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] }).length > 0;
  } catch {
    return false;
  }
};

const bun = candidates.find(works);
if (!bun) throw new Error(`no working Bun among ${candidates.join(', ')}`);
rmSync('bun', { force: true });
symlinkSync(bun, 'bun');
