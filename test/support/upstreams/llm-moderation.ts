import { standIn } from './define.ts'

export default standIn({
  at: 'UPSTREAM_OPENAI_URL',
  settings: { OPENAI_API_KEY: 'sk-stand-in' },
  answer({ path, body }) {
    if (path !== '/moderations') return undefined
    const violence = /kill/.test((JSON.parse(body) as { input: string }).input) ? 0.93 : 0.01
    return {
      id: 'modr-1',
      model: 'omni-moderation-2024-09-26',
      results: [
        {
          flagged: violence > 0.5,
          categories: { violence: violence > 0.5, harassment: false },
          category_scores: { violence, harassment: 0.02 },
        },
      ],
    }
  },
})
