// How the panel is built: src/web into dist/web, hashed assets, each text file with its Brotli twin beside it, so that
// the daemon never compresses at run time. Nothing is inlined as a script: the page runs under a strict CSP.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

export default defineConfig({
  root: resolve(import.meta.dirname, 'src/web'),
  plugins: [react(), brotli()],
  define: { __TALLYMUX_VERSION__: JSON.stringify(version) },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});

/** Writes `name.br` beside every script, style sheet and page. */
function brotli(): Plugin {
  return {
    name: 'brotli',
    apply: 'build',
    writeBundle({ dir }) {
      for (const file of readdirSync(dir ?? '', { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(file)) continue;
        const plain = readFileSync(join(dir ?? '', file));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
        writeFileSync(join(dir ?? '', `${file}.br`), brotliCompressSync(plain, { params }));
      }
    },
  };
}
