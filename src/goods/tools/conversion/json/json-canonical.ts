import { hash } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { canonicalJson } from '../../../../base/lib/canonical-json.ts'
import { json } from '../../../../base/lib/json-guard.ts'

export default defineTool({
  route: 'POST /api/json-canonical',
  name: 'Canonical JSON',
  description:
    'Canonical JSON text of a value (RFC 8785, JCS) and its SHA-256, for signing, hashing and comparing.',
  asks: [
    'canonicalize json before signing',
    'stable hash of a json object',
    'same JSON must give the same hash',
    'stable order of keys for signing',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({ data: json().describe('Any JSON value, up to 1 MB, 64 deep.') }),
  output: z.object({
    canonical: z
      .string()
      .describe('Canonical text: keys sorted, no white space, numbers as in ECMAScript.'),
    sha256: z.string().describe('SHA-256 of the canonical text in UTF-8, as lower-case hex.'),
    bytes: z.int().describe('Length of the canonical text in UTF-8.'),
  }),
  examples: [
    {
      input: { data: { b: 1, a: 2 } },
      output: {
        canonical: '{"a":2,"b":1}',
        sha256: 'd3626ac30a87e6f7a6428233b3c68299976865fa5508e4267c5415c76af7a772',
        bytes: 13,
      },
    },
  ],

  run({ data }) {
    const canonical = canonicalJson(data)
    const bytes = Buffer.from(canonical)
    return { canonical, sha256: hash('sha256', bytes), bytes: bytes.length }
  },
})
