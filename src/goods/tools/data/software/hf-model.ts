import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, searchText, nullableText } from '../../../../base/lib/fields.ts'
import { huggingFace, type HubModel } from '../../../../capabilities/upstreams/hugging-face.ts'

export default defineTool({
  route: 'GET /api/hf-model',
  name: 'Hugging Face models',
  description:
    'Open models on Hugging Face by name or query: task, licence, parameters, downloads, gated or not.',
  asks: [
    'most downloaded open weights model for embeddings',
    'how many parameters does this open model have and is it gated',
    'open model for translation',
    'how often is a model downloaded',
    'Hugging Face',
  ],
  price: '$0.002',
  uses: { huggingFace },
  input: z.object({
    q: searchText(200).optional().describe('Words of the name; or give `id`.'),
    id: line(200)
      .regex(/^[\w.-]+(\/[\w.-]+)?$/, { error: 'must be owner/name' })
      .optional()
      .describe('Exact id, such as Qwen/Qwen3-Embedding-0.6B.'),
    limit: z.int().min(1).max(50).default(10).describe('Most models of a query, 1 to 50.'),
  }),
  output: z.object({
    models: z
      .array(
        z.object({
          id: z.string(),
          task: nullableText(),
          downloads: z.int().nullable().describe('Downloads of the last thirty days.'),
          likes: z.int().nullable(),
          license: nullableText().describe('License in its tags.'),
          library: nullableText(),
          parameters: z.int().nullable().describe('Number of parameters, if it is published.'),
          updatedIso: nullableText(),
          gated: z.boolean().describe('Whether its files are only for those who accept terms.'),
        }),
      )
      .describe('Most downloads first.'),
    count: z.int(),
  }),
  examples: [
    {
      input: { q: 'qwen3 embedding', limit: 1 },
      at: '2026-01-21T00:00:00Z',
      output: {
        models: [
          {
            id: 'Qwen/Qwen3-Embedding-0.6B',
            task: 'feature-extraction',
            downloads: 4_500_000,
            likes: 700,
            license: 'apache-2.0',
            library: 'sentence-transformers',
            parameters: 595_776_512,
            updatedIso: '2025-06-20T09:31:05.000Z',
            gated: false,
          },
        ],
        count: 1,
        source: 'Hugging Face',
        asOf: '2026-01-21T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { id: 'meta-llama/old' } },
  ],

  async run({ q, id, limit }, { huggingFace }) {
    if ((q === undefined) === (id === undefined)) throw badInput('q: give either q or id.')
    const found =
      id === undefined ? await huggingFace.search(q ?? '', limit) : [await huggingFace.model(id)]
    const models = found.map(described)
    return { models, count: models.length }
  },
})

const described = (model: HubModel) => ({
  id: model.id,
  task: model.pipeline_tag,
  downloads: model.downloads,
  likes: model.likes,
  license: model.tags.find((tag) => tag.startsWith('license:'))?.slice('license:'.length) ?? null,
  library: model.library_name,
  parameters: model.safetensors?.total ?? null,
  updatedIso: model.lastModified,
  gated: Boolean(model.gated),
})
