import { z } from 'zod'
import { httpUrl } from '../../base/lib/fields.ts'
import { isModelFile, modelFile } from './local/settings.ts'

export const ENDPOINT_MODEL = 'text-embedding-3-small'

/** The source of vectors for all tools that need them. */
export const EMBEDDINGS = {
  url: {
    name: 'EMBEDDINGS_URL',
    description:
      'OpenAI-compatible embeddings endpoint, such as `https://api.openai.com/v1/embeddings`, for all vectors of this instance. Default: the language-model providers.',
    schema: httpUrl,
  },
  key: { name: 'EMBEDDINGS_KEY', description: 'Bearer key of the embeddings endpoint.' },
  model: {
    name: 'EMBEDDINGS_MODEL',
    description: `Model that \`EMBEDDINGS_URL\` is asked for, by default \`${ENDPOINT_MODEL}\`; or a file that ends in \`.gguf\`, which this instance then runs itself.`,
    schema: z.string().superRefine((name, context) => {
      const { error } = isModelFile(name) ? modelFile.safeParse(name) : {}
      if (error) context.addIssue({ code: 'custom', message: error.issues[0]?.message ?? '' })
    }),
  },
} as const
