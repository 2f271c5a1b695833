import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const DRAWERS = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'manager',
  'index',
])

export function assertName(name: string): void {
  if (!NAME.test(name) || DRAWERS.has(name))
    throw new Error(`${name}: a name is a noun in kebab-case`)
}

/** Writes files where none are; answers their paths. */
export async function writeNew(
  root: string,
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const taken = Object.keys(files).find((path) => existsSync(join(root, path)))
  if (taken !== undefined) throw new Error(`${taken} exists already`)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text, { flag: 'wx' })
  }
  return Object.keys(files)
}

export const inWords = (name: string): string =>
  (name[0] ?? '').toUpperCase() + name.slice(1).replaceAll('-', ' ')
