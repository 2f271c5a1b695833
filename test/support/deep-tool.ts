import { z } from 'zod'
import { defineTool } from '../../src/base/core/tool.ts'

/** Reads as some libraries do: a call within a call for each character. */
const depthOf = (text: string, at = 0): number =>
  at === text.length ? 0 : 1 + depthOf(text, at + 1)

export default defineTool({
  route: 'POST /api/depth',
  name: 'Depth',
  description: 'Tells how deep a text is.',
  asks: ['how deep a text is', 'depth of a text'],
  price: '$0.001',
  uses: {},
  input: z.object({ text: z.string().describe('The text.') }),
  output: z.object({ depth: z.int().describe('How deep it is.') }),
  examples: [{ input: { text: 'abc' }, output: { depth: 3 } }],
  run: ({ text }) => Promise.resolve({ depth: depthOf(text) }),
})
