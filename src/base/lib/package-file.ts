import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/**
 * The WebAssembly and the tables that an npm package brings but does not load by itself: part of
 * its code, and the only thing that is read from the disk for a pure tool.
 */
export const packageFile = (
  name: `${string}.wasm` | `pdfjs-dist/cmaps/${string}.bcmap`,
): Promise<Buffer> => readFile(createRequire(import.meta.url).resolve(name))
