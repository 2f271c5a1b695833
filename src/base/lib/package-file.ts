import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)

/**
 * The WebAssembly and the tables that an npm package brings but does not load by itself: part of
 * its code, and with `packageWords` the only thing that is read from the disk for a pure tool.
 */
export const packageFile = (
  name: `${string}.wasm` | `pdfjs-dist/cmaps/${string}.bcmap`,
): Promise<Buffer> => readFile(resolve(name))

/**
 * The words of a dictionary, read without waiting: the package awaits its files when it is
 * imported, and then nothing that imports it could be loaded at once.
 */
export const packageWords = (name: 'dictionary-en'): string =>
  readFileSync(join(dirname(resolve(name)), 'index.dic'), 'utf8')
