import { mkdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadTools } from '../src/catalog/load.ts'

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

/** Writes a tool that runs, in the place that its path names; answers the files that it wrote. */
export async function writeTool(root: string, place: string): Promise<readonly string[]> {
  const parts = place.replace(/\.ts$/, '').split('/')
  const [family = '', slug = ''] = [parts[0], parts.at(-1)]
  if (parts.length < 2 || parts.length > 3) {
    throw new Error(`${place}: expected <family>/<slug> or <family>/<group>/<slug>`)
  }
  const odd = parts.find((part) => !NAME.test(part) || DRAWERS.has(part))
  if (odd !== undefined) throw new Error(`${odd}: a name is a noun in kebab-case`)
  await assertNew(root, slug)
  const files = {
    [`src/tools/${parts.join('/')}.ts`]: toolText(slug, '../'.repeat(parts.length)),
    [`src/tools/${family}/_family.ts`]: familyText(family),
  }
  const fresh = Object.entries(files).filter(([path]) => !existsSync(join(root, path)))
  for (const [path, text] of fresh) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text, { flag: 'wx' })
  }
  return fresh.map(([path]) => path)
}

/** Writes a pack that runs; answers the file that it wrote. */
export async function writePack(root: string, slug: string): Promise<readonly string[]> {
  if (!NAME.test(slug)) throw new Error(`${slug}: a name is a noun in kebab-case`)
  const path = `src/packs/${slug}.ts`
  if (existsSync(join(root, path))) throw new Error(`${path} exists already`)
  await writeFile(join(root, path), packText(slug), { flag: 'wx' })
  return [path]
}

async function assertNew(root: string, slug: string): Promise<void> {
  const folder = join(root, 'src/tools')
  const { tools } = existsSync(folder) ? await loadTools(folder) : { tools: [] }
  const same = tools.find((tool) => tool.slug === slug || tool.path === `/api/${slug}`)
  if (same) throw new Error(`${slug}: ${same.family} has that tool already (${same.spec.route})`)
}

const inWords = (name: string): string =>
  (name[0] ?? '').toUpperCase() + name.slice(1).replaceAll('-', ' ')

const toolText = (slug: string, up: string): string => `import { z } from 'zod'
import { defineTool } from '${up}core/tool.ts'
import { KB, text } from '${up}lib/fields.ts'

export default defineTool({
  route: 'POST /api/${slug}',
  name: '${inWords(slug)}',
  description: 'Counts the words of a text.',
  asks: ['how many words does this text have', 'count the words in my essay'],
  price: '$0.001',
  uses: {},
  input: z.object({ text: text(100 * KB).describe('The text to count, up to 100 KB.') }),
  output: z.object({ words: z.int().describe('Runs of characters between white space.') }),
  examples: [{ input: { text: 'one two' }, output: { words: 2 } }],

  run: ({ text }) => ({ words: text.split(/\\s+/).filter(Boolean).length }),
})
`

const packText = (slug: string): string => `import { z } from 'zod'
import { definePack } from './_runtime.ts'

export default definePack({
  title: '${inWords(slug)}',
  tagline: 'The hash of a text, and the text in Base64.',
  asks: ['hash and encode a text in one call', 'checksum and Base64 of a string'],
  input: z.object({ text: z.string().max(10_000).describe('The text, up to 10,000 characters.') }),
  steps: [
    { tool: 'hash', input: ({ text }) => ({ text }) },
    { tool: 'base64', input: ({ text }) => ({ text }) },
  ],
  examples: [{ input: { text: 'hello' } }],
})
`

const familyText = (family: string): string => `import { defineFamily } from '../../core/tool.ts'

export default defineFamily({
  title: '${inWords(family)}',
  description: 'One sentence that says what these tools are about.',
})
`
