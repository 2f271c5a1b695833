import { v3, v5, validate } from 'uuid'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'

/** RFC 9562, section 6.6. */
const NAMESPACES: Readonly<Record<string, string>> = {
  dns: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  url: '6ba7b811-9dad-11d1-80b4-00c04fd430c8',
  oid: '6ba7b812-9dad-11d1-80b4-00c04fd430c8',
  x500: '6ba7b814-9dad-11d1-80b4-00c04fd430c8',
}

const namespaceOf = (text: string): string | undefined =>
  Object.hasOwn(NAMESPACES, text.toLowerCase()) ? NAMESPACES[text.toLowerCase()] : undefined

export default defineTool({
  route: 'GET /api/uuid-name',
  name: 'UUID of a name',
  description:
    'Deterministic UUID, version 5 or 3, of a name within a namespace: the same name always gives the same UUID.',
  asks: [
    'derive the same UUID from a name every time',
    'deterministic version 5 UUID of a URL within a namespace',
    'always the same id for the same name',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    name: z.string().min(1).max(2_000).describe('The name, 1 to 2000 characters, hashed as UTF-8.'),
    namespace: z
      .string()
      .max(40)
      .refine((text) => namespaceOf(text) !== undefined || validate(text), {
        error: 'must be dns, url, oid, x500 or a UUID',
      })
      .default('url')
      .describe('dns, url, oid, x500, or a UUID of your own.'),
    version: z.enum(['5', '3']).default('5').describe('5: by SHA-1. 3: by MD5.'),
  }),
  output: z.object({
    uuid: z.string().describe('The UUID.'),
    namespace: z.string().describe('UUID of the namespace.'),
    version: z.int().describe('5 or 3.'),
  }),
  examples: [
    {
      input: { name: 'https://example.com', namespace: 'url' },
      output: {
        uuid: '4fd35a71-71ef-5a55-a9d9-aa75c889a6d0',
        namespace: '6ba7b811-9dad-11d1-80b4-00c04fd430c8',
        version: 5,
      },
    },
    {
      input: { name: 'www.example.com', namespace: 'dns', version: '3' },
      output: {
        uuid: '5df41881-3aed-3515-88a7-2f4a814cf09e',
        namespace: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
        version: 3,
      },
    },
  ],

  run({ name, namespace, version }) {
    const within = namespaceOf(namespace) ?? namespace.toLowerCase()
    const make = version === '5' ? v5 : v3
    return { uuid: make(name, within), namespace: within, version: Number(version) }
  },
})
