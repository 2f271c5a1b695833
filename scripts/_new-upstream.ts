import { writeNew, assertName, inWords } from './_new-file.ts'

/** Writes an upstream with a required key, and the stand-in that plays it in the tests. */
export function writeUpstream(root: string, name: string): Promise<readonly string[]> {
  assertName(name)
  return writeNew(root, {
    [`src/capabilities/upstreams/${name}.ts`]: upstreamText(name),
    [`test/support/upstreams/${name}.ts`]: standInText(name),
  })
}

/** `openLibrary` of `open-library`. */
export const exportOf = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())

const settingOf = (name: string): string => name.toUpperCase().replaceAll('-', '_')

const upstreamText = (name: string): string => `import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { defineUpstream } from './define.ts'

const TITLE = '${inWords(name)}'

const Item = z.object({ title: z.string() })

export const ${exportOf(name)} = defineUpstream({
  name: '${name}',
  title: TITLE,
  terms: 'https://${name}.example/terms',
  texts: 'public',
  base: 'https://api.${name}.example',
  // What one request costs the operator; $0 if the key is free.
  asks: '$0.005',
  settings: [
    { name: '${settingOf(name)}_KEY', description: \`Key of the \${TITLE} API.\`, need: 'required' },
  ],
  limits: { timeoutMs: 10_000, bytesMax: 1_000_000, perSecond: 5 },
  headers: (setting) => ({ authorization: \`Bearer \${setting('${settingOf(name)}_KEY')}\` }),
  refusals: { 404: () => notFound(\`\${TITLE} has no such item.\`) },
  api: (http) => ({
    async titleOf(id: string): Promise<string> {
      return (await http.json(\`/items/\${encodeURIComponent(id)}\`, Item)).title
    },
  }),
})
`

const standInText = (name: string): string => `import { standIn } from './define.ts'

const KEY = '${name}-key'

export default standIn({
  at: 'UPSTREAM_${settingOf(name)}_URL',
  settings: { ${settingOf(name)}_KEY: KEY },
  answer({ path, headers }) {
    if (headers.authorization !== \`Bearer \${KEY}\`) return new Response('{}', { status: 401 })
    return path === '/items/1' ? { title: 'First item' } : undefined
  },
})
`
