import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { checkCard } from '../../../../engines/formats/agent-card.ts'

export default defineTool({
  route: 'POST /api/a2a-card-validate',
  name: 'A2A agent card check',
  description:
    'Check an A2A agent card (protocol 0.3 and 1.0): required fields, interfaces, skills, security ' +
    'schemes, each fault with its place.',
  asks: [
    'validate an A2A agent card',
    'which required fields are missing in my A2A agent card',
    'is my agent card right',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    card: jsonObject({ bytesMax: 500 * KB, valuesMax: 20_000 }).describe('The card, up to 500 KB.'),
  }),
  output: z.object({
    valid: z.boolean(),
    errors: z
      .array(
        z.object({ path: z.string().describe('Place, as a JSON Pointer.'), message: z.string() }),
      )
      .describe('The first 200.'),
    warnings: z.array(z.string()),
    skills: z.int().describe('Number of skills.'),
    protocolVersion: z.string().describe('Version that it was checked by.'),
    bindings: z.array(z.string()).describe('Protocol bindings, such as JSONRPC.'),
  }),
  examples: [
    { input: { card: { name: 'Agent', url: 'https://example.com/a2a' } } },
    {
      input: {
        card: {
          name: 'Echo',
          description: 'Says what it hears.',
          version: '1.0.0',
          supportedInterfaces: [
            { url: 'https://example.com/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          ],
          capabilities: {},
          defaultInputModes: ['text/plain'],
          defaultOutputModes: ['text/plain'],
          skills: [{ id: 'echo', name: 'Echo', description: 'Echoes.', tags: ['text'] }],
        },
      },
      output: {
        valid: true,
        errors: [],
        warnings: [],
        skills: 1,
        protocolVersion: '1.0',
        bindings: ['JSONRPC'],
      },
    },
  ],

  run({ card }) {
    return checkCard(card)
  },
})
