import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { ICONS_FILE, iconSprite } from './icons.ts'

/** A file that browsers load. */
export interface Asset {
  readonly contentType: string
  readonly bytes: Buffer
  /** Whether its format is compressed already. */
  readonly isPacked: boolean
}

export interface Assets {
  /** A digest of all files. It is part of their path, so browsers may cache them for ever. */
  readonly version: string
  readonly files: ReadonlyMap<string, Asset>
}

const FOLDERS = ['web/', 'files/'] as const

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
}

/** Reads the files for browsers from the sources: types are removed, nothing is bundled. */
export async function readAssets(): Promise<Assets> {
  const files = new Map<string, Buffer>([[ICONS_FILE, Buffer.from(iconSprite())]])
  for (const folder of FOLDERS) {
    const at = new URL(folder, import.meta.url)
    for (const name of (await readdir(at)).toSorted()) {
      if (name.endsWith('.json') || name.includes('.test.')) continue
      const bytes = await readFile(new URL(name, at))
      files.set(name.replace(/\.ts$/, '.js'), servedAs(name, bytes))
    }
  }
  const digest = createHash('sha256')
  for (const [name, bytes] of files) digest.update(name).update(bytes)
  const version = digest.digest('base64url').slice(0, 10)
  return {
    version,
    files: new Map([...files].map(([name, bytes]) => [name, assetOf(name, bytes)])),
  }
}

function assetOf(name: string, bytes: Buffer): Asset {
  const ending = name.split('.').at(-1) ?? ''
  const contentType = TYPES[ending] ?? 'application/octet-stream'
  return { contentType, bytes, isPacked: ending === 'woff2' }
}

function servedAs(name: string, bytes: Buffer): Buffer {
  if (name.endsWith('.ts')) return Buffer.from(scriptOf(bytes.toString()))
  if (name.endsWith('.css')) return Buffer.from(withoutComments(bytes.toString()))
  return bytes
}

const withoutComments = (css: string): string =>
  css.replace(/\/\*.*?\*\//gs, '').replace(/\n\s*/g, '\n')

/**
 * Removes types, comments and indentation, and writes `.js` for `.ts`. Template literals must not
 * span lines.
 */
const scriptOf = (text: string): string =>
  stripTypeScriptTypes(text, { mode: 'strip' })
    .replace(/^\s+/gm, '')
    .replace(/^(\/\/|\/\*\*|\*).*\n/gm, '')
    .replace(/ {2,}/g, ' ')
    .replace(/(from |import\()'(\.\/[\w-]+)\.ts'/g, "$1'$2.js'")
