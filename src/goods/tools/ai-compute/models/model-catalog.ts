import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  openrouterModels,
  type PublishedModel,
} from '../../../../capabilities/upstreams/openrouter-models.ts'

const MILLION = 1_000_000
const PRICE_DECIMALS = 1e6

export default defineTool({
  route: 'GET /api/model-catalog',
  name: 'Model catalog',
  description: 'Language models with context size and live prices, filtered and sorted by price.',
  asks: [
    'catalog of language models with their prices',
    'filter language models by context size and live prices',
    'which language model is the cheapest',
    'compare context sizes and prices of LLMs',
    'which AI models can read images',
  ],
  price: '$0.001',
  uses: { openrouterModels },
  input: z.object({
    q: z.string().trim().max(100).optional().describe('Part of an id or a name to search for.'),
    maxPriceUsdPerM: z
      .number()
      .min(0)
      .max(10_000)
      .optional()
      .describe('Highest price in dollars per million tokens of input.'),
    minContext: z
      .int()
      .min(0)
      .max(100_000_000)
      .optional()
      .describe('Smallest context size in tokens.'),
    modality: z
      .string()
      .trim()
      .max(20)
      .optional()
      .describe('Type of input or output that the model must support, such as `image`.'),
    limit: z.int().min(1).max(100).default(20).describe('Most models to list.'),
  }),
  output: z.object({
    models: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        contextTokens: z.int().nullable(),
        inputUsdPerM: z.number().describe('Dollars per million tokens.'),
        outputUsdPerM: z.number(),
        modalities: z.array(z.string()).describe('Types of input and output.'),
        supports: z.array(z.string()).describe('Parameters that the model supports.'),
        createdIso: z.string(),
      }),
    ),
    count: z.int().describe('Number of models that match, before the limit.'),
  }),
  examples: [
    {
      at: '2026-11-01T00:00:00Z',
      input: { q: 'qwen', limit: 1 },
      output: {
        models: [
          {
            id: 'qwen/qwen3-small',
            name: 'qwen/qwen3-small',
            contextTokens: 131_072,
            inputUsdPerM: 0.1,
            outputUsdPerM: 0.4,
            modalities: ['text'],
            supports: ['tools', 'temperature'],
            createdIso: '2026-08-29T10:40:00.000Z',
          },
        ],
        count: 2,
        source: 'OpenRouter',
        asOf: '2026-11-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { modality: 'image', maxPriceUsdPerM: 5 } },
  ],
  async run({ q = '', maxPriceUsdPerM, minContext, modality, limit }, { openrouterModels: list }) {
    const sought = q.toLowerCase()
    const fits = (await list.models())
      .map(toldOf)
      // A price below 0 stands for a price that depends on the request.
      .filter((model) => model.inputUsdPerM >= 0 && model.outputUsdPerM >= 0)
      .filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(sought))
      .filter(({ inputUsdPerM }) => inputUsdPerM <= (maxPriceUsdPerM ?? Infinity))
      .filter(({ contextTokens }) => (contextTokens ?? 0) >= (minContext ?? 0))
      .filter(({ modalities }) => modality === undefined || modalities.includes(modality))
      .toSorted((a, b) => a.inputUsdPerM - b.inputUsdPerM || (a.id < b.id ? -1 : 1))
    return { models: fits.slice(0, limit), count: fits.length }
  },
})

function toldOf(model: PublishedModel) {
  const { id, name, created, context_length: context, pricing, architecture } = model
  const { input_modalities: takes = [], output_modalities: gives = [] } = architecture ?? {}
  return {
    id,
    name,
    contextTokens: context ?? null,
    inputUsdPerM: perMillion(pricing.prompt),
    outputUsdPerM: perMillion(pricing.completion),
    modalities: [...new Set([...takes, ...gives])],
    supports: model.supported_parameters ?? [],
    createdIso: new Date(created * 1_000).toISOString(),
  }
}

const perMillion = (each: number): number =>
  Math.round(each * MILLION * PRICE_DECIMALS) / PRICE_DECIMALS
