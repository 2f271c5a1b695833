import { standIn } from './define.ts'

/** huggingface.co/docs/hub/api: `/api/models` with `expand`; huggingface_hub `ModelInfo`. */
const MODEL = {
  _id: '6840d0e0',
  id: 'Qwen/Qwen3-Embedding-0.6B',
  pipeline_tag: 'feature-extraction',
  downloads: 4_500_000,
  likes: 700,
  library_name: 'sentence-transformers',
  tags: ['sentence-transformers', 'safetensors', 'license:apache-2.0', 'region:us'],
  lastModified: '2025-06-20T09:31:05.000Z',
  gated: false,
  safetensors: { parameters: { BF16: 595_776_512 }, total: 595_776_512 },
}

/** Asks for consent, and has neither task nor weights that are counted. */
const GATED = {
  _id: '1',
  id: 'meta-llama/old',
  downloads: 10,
  likes: 1,
  tags: ['license:llama3'],
  lastModified: '2024-01-01T00:00:00.000Z',
  gated: 'manual',
}

export default standIn({
  at: 'UPSTREAM_HUGGING_FACE_URL',
  answer({ path, query }) {
    if (path === '/api/models')
      return query.get('search')?.includes('qwen3')
        ? [MODEL, GATED].slice(0, Number(query.get('limit')))
        : []
    const found = [MODEL, GATED].find(({ id }) => path === `/api/models/${id}`)
    return found ?? Response.json({ error: 'Invalid username or password.' }, { status: 401 })
  },
})
