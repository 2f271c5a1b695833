import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { referencePages } from './_reference.ts'

/** `npm run docs`: writes the reference pages from the code. */
const root = fileURLToPath(new URL('..', import.meta.url))

for (const [path, text] of Object.entries(await referencePages())) {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
  process.stdout.write(`wrote ${path}\n`)
}
