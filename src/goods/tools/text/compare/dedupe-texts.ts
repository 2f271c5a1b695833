import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, MB, text } from '../../../../base/lib/fields.ts'
import { hashOf, jaccardOf, shinglesOf, termsOf } from '../_terms.ts'

const TEXTS_MAX = 2_000
const SHINGLE_WORDS = 3
/** Hashes of a signature, and the number of them per band of buckets. */
const HASHES = 60
const BAND = 2

export default defineTool({
  route: 'POST /api/dedupe-texts',
  name: 'Dedupe texts',
  description: 'Groups near-duplicate texts in a list and keeps one of each.',
  asks: [
    'remove near duplicate articles from a list',
    'group texts that are nearly duplicates',
    'remove almost equal messages',
    'same news from several papers',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    texts: z
      .array(text(100 * KB))
      .min(2)
      .max(TEXTS_MAX)
      .refine((all) => all.reduce((sum, one) => sum + one.length, 0) <= MB, {
        error: 'must hold at most 1 MB of text together',
      })
      .describe('2 to 2000 texts, 1 MB together.'),
    threshold: z
      .number()
      .min(0.5)
      .max(1)
      .default(0.85)
      .describe('Smallest share of word runs in common with the text that is kept, 0.5 to 1.'),
  }),
  output: z.object({
    groups: z
      .array(
        z.object({
          keep: z.int().describe('Index of the first text of the group.'),
          members: z.array(z.int()).describe('Indexes of all texts of the group.'),
        }),
      )
      .describe('Groups, including those of a single text.'),
    unique: z.int(),
    removed: z.int(),
  }),
  examples: [
    {
      input: { texts: ['a quick fox', 'a quick fox!', 'other'] },
      output: {
        groups: [
          { keep: 0, members: [0, 1] },
          { keep: 2, members: [2] },
        ],
        unique: 2,
        removed: 1,
      },
    },
  ],

  run({ texts, threshold }) {
    const runs = texts.map((one) => {
      const terms = termsOf(one)
      // Texts without words are compared as they are.
      return terms.length === 0 ? new Set([one]) : shinglesOf(terms, SHINGLE_WORDS)
    })
    const groups: { keep: number; members: number[] }[] = []
    const buckets = new Map<string, number[]>()
    for (const [at, own] of runs.entries()) {
      const keys = bandsOf(own)
      const near = new Set(keys.flatMap((key) => buckets.get(key) ?? []))
      const group = [...near]
        .toSorted((one, other) => one - other)
        .map((number) => groups[number])
        .find((one) => one && jaccardOf(runs[one.keep] ?? own, own) >= threshold)
      if (group) group.members.push(at)
      else {
        for (const key of keys) buckets.set(key, [...(buckets.get(key) ?? []), groups.length])
        groups.push({ keep: at, members: [at] })
      }
    }
    return { groups, unique: groups.length, removed: texts.length - groups.length }
  },
})

/** Buckets of MinHash: two sets that share half of their items almost certainly share a bucket. */
function bandsOf(shingles: ReadonlySet<string>): readonly string[] {
  const hashes = [...shingles].map((shingle) => hashOf(shingle))
  const least = Array.from({ length: HASHES }, (_, at) => {
    const factor = Math.imul(at, 0x9e3779b1) | 1
    let smallest = 0xffffffff
    for (const hash of hashes) {
      const mixed = Math.imul(hash ^ (hash >>> 15) ^ factor, 0x85ebca6b) >>> 0
      if (mixed < smallest) smallest = mixed
    }
    return smallest
  })
  return Array.from(
    { length: HASHES / BAND },
    (_, band) => `${band}:${least.slice(band * BAND, (band + 1) * BAND).join(':')}`,
  )
}
