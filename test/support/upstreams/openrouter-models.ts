import { standIn } from './define.ts'

const model = (id: string, more: object) => ({
  id,
  name: id,
  created: 1_788_000_000,
  context_length: 131_072,
  pricing: { prompt: '0.0000001', completion: '0.0000004' },
  architecture: { input_modalities: ['text'], output_modalities: ['text'] },
  supported_parameters: ['tools', 'temperature'],
  ...more,
})

export default standIn({
  at: 'UPSTREAM_OPENROUTER_MODELS_URL',
  answer: ({ path }) =>
    path === '/models'
      ? {
          data: [
            model('qwen/qwen3-small', {}),
            model('qwen/qwen3-vision', {
              architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
              pricing: { prompt: '0.000003', completion: '0.000009' },
            }),
            model('openrouter/auto', { pricing: { prompt: '-1', completion: '-1' } }),
          ],
        }
      : undefined,
})
