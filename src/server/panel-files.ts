// The files of the built panel. A path from a URL is looked up among the files that are there and never joined to a
// directory, so that no spelling of `..` leads anywhere; symbolic links are not followed.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** A build replaces files under a running daemon: what is missing is looked for again, this often at most. */
const LIST_AGAIN_MS = 1000;

/** What a request for a file says about itself. */
export interface FileRequest {
  /** Path as it stands in the URL, still encoded. */
  readonly path: string;
  readonly accept: string;
  readonly acceptEncoding: string;
}

/** Answers with a file of the panel; `null` when there is none and the request is not for a page. */
export type PanelFiles = (request: FileRequest) => Promise<Response | null>;

/** Serves `webRoot`. @param steady milliseconds that never step. */
export function panelFiles(webRoot: string, steady: () => number): PanelFiles {
  let files = listFiles(webRoot);
  let listedAt = steady();
  const find = (path: string) => {
    if (!files.has(path) && steady() - listedAt >= LIST_AGAIN_MS) {
      files = listFiles(webRoot);
      listedAt = steady();
    }
    return files.get(path);
  };
  return async ({ path, accept, acceptEncoding }) => {
    const isPage = path === '/' || (accept.includes('text/html') && extname(path) === '');
    const name = isPage ? '/index.html' : path;
    const file = find(name);
    if (file === undefined) return isPage ? notBuilt() : null;
    const compressed = /\bbr\b/.test(acceptEncoding) ? files.get(`${name}.br`) : undefined;
    const body = await read(compressed ?? file);
    if (body === null) return isPage ? notBuilt() : null;
    return new Response(body, {
      headers: {
        'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
        // The build puts a hash of their content into the names of everything under /assets/.
        'cache-control': name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        vary: 'accept-encoding',
        ...(compressed === undefined ? {} : { 'content-encoding': 'br' }),
      },
    });
  };
}

/** URL path → file. Empty when nothing is built. */
function listFiles(webRoot: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  try {
    for (const entry of readdirSync(webRoot, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile()) files.set(`/${relative(webRoot, file)}`, file);
    }
  } catch {
    // Not built: the page says so.
  }
  return files;
}

/** @returns `null` when the file went away since it was listed. */
async function read(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return readFile(file).then(
    (content) => new Uint8Array(content),
    () => null,
  );
}

function notBuilt(): Response {
  const text = 'The panel is not built. Run `npm start` (or `npm run build`) where Tallymux was cloned, then reload.\n';
  return new Response(text, {
    status: 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
