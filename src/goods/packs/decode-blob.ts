import { z } from 'zod'
import { part, textAt, type Results } from './_results.ts'
import { definePack } from './_runtime.ts'
import { KB, text } from '../../base/lib/fields.ts'

/** The content under all layers; undefined if it is not text. */
function decodedIn(results: Results) {
  const guess = results['decode-guess']
  const found = part(guess, 'final') === 'binary' ? null : textAt(guess, 'text')
  return found === null ? null : { text: found }
}

export default definePack({
  title: 'Decode a blob',
  tagline: 'A blob decoded, weighed, hashed, and what is inside searched for secrets and names.',
  asks: [
    'decode a blob and look for secrets in it',
    'search an encoded blob for credentials and names',
  ],
  input: z.object({
    blob: text(100 * KB)
      .min(1)
      .describe('The string, up to 100 KB.'),
  }),
  secrets: ['blob'],
  steps: [
    { tool: 'decode-guess', input: ({ blob }) => ({ text: blob }) },
    { tool: 'text-entropy', input: ({ blob }) => ({ text: blob }) },
    { tool: 'secret-scan', after: ['decode-guess'], input: (_, results) => decodedIn(results) },
    { tool: 'hash', input: ({ blob }) => ({ text: blob }) },
    {
      tool: 'extract-entities',
      after: ['decode-guess'],
      input: (_, results) => decodedIn(results),
    },
  ],
  examples: [{ input: { blob: 'eyJ1c2VyIjoiYWRhQGV4YW1wbGUuY29tIn0=' } }],
})
