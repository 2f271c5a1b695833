import { readFile } from 'node:fs/promises'

/** The running version, from `package.json`. */
export async function buildOf(): Promise<string> {
  const file = new URL('../../../package.json', import.meta.url)
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version
}
