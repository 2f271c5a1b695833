import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadTools } from '../src/selling/catalog/load.ts'
import { assertName, inWords, writeNew } from './_new-file.ts'
import { exportOf } from './_new-upstream.ts'

/**
 * Writes a tool that runs, in the place that its path names; answers the files that it wrote. With
 * the name of an upstream, the tool asks that one.
 */
export async function writeTool(
  root: string,
  place: string,
  upstream?: string,
): Promise<readonly string[]> {
  const parts = place.replace(/\.ts$/, '').split('/')
  const [family = '', slug = ''] = [parts[0], parts.at(-1)]
  if (parts.length < 2 || parts.length > 3) {
    throw new Error(`${place}: expected <family>/<slug> or <family>/<group>/<slug>`)
  }
  parts.forEach(assertName)
  await assertNew(root, slug)
  const up = '../'.repeat(parts.length + 1)
  if (
    upstream !== undefined &&
    !existsSync(join(root, `src/capabilities/upstreams/${upstream}.ts`))
  )
    throw new Error(`${upstream}: no such upstream; npm run new -- upstream ${upstream} writes it`)
  const text = upstream === undefined ? pureText(slug, up) : askingText(slug, up, upstream)
  const about = `src/goods/tools/${family}/_family.ts`
  return writeNew(root, {
    [`src/goods/tools/${parts.join('/')}.ts`]: text,
    ...(!existsSync(join(root, about)) && { [about]: familyText(family) }),
  })
}

/** Writes a pack that runs; answers the file that it wrote. */
export function writePack(root: string, slug: string): Promise<readonly string[]> {
  assertName(slug)
  return writeNew(root, { [`src/goods/packs/${slug}.ts`]: packText(slug) })
}

async function assertNew(root: string, slug: string): Promise<void> {
  const folder = join(root, 'src/goods/tools')
  const { tools } = existsSync(folder) ? await loadTools(folder) : { tools: [] }
  const same = tools.find((tool) => tool.slug === slug || tool.path === `/api/${slug}`)
  if (same) throw new Error(`${slug}: ${same.family} has that tool already (${same.spec.route})`)
}

const pureText = (slug: string, up: string): string => `import { z } from 'zod'
import { defineTool } from '${up}base/core/tool.ts'
import { KB, text } from '${up}base/lib/fields.ts'

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

const askingText = (slug: string, up: string, upstream: string): string => `import { z } from 'zod'
import { defineTool } from '${up}base/core/tool.ts'
import { ${exportOf(upstream)} } from '${up}capabilities/upstreams/${upstream}.ts'

export default defineTool({
  route: 'POST /api/${slug}',
  name: '${inWords(slug)}',
  description: 'Looks up the title of an item by its id.',
  asks: ['what is the title of item 1', 'name of the item with this id'],
  price: '$0.001',
  uses: { provider: ${exportOf(upstream)} },
  input: z.object({ id: z.string().max(100).describe('Id of the item, such as 1.') }),
  output: z.object({ title: z.string() }),
  examples: [{ input: { id: '1' } }],

  run: async ({ id }, { provider }) => ({ title: await provider.titleOf(id) }),
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

const familyText = (
  family: string,
): string => `import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: '${inWords(family)}',
  description: 'One sentence that says what these tools are about.',
})
`
