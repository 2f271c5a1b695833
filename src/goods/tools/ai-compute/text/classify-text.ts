import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { usd } from '../../../../base/core/money.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { model } from '../../../../capabilities/llm/ask.ts'

const PRICE = '$0.005'

const confidence = z.number().min(0).max(1).describe('0 to 1, by the judgement of the model.')

export default defineTool({
  route: 'POST /api/classify-text',
  name: 'Classify texts',
  description: 'Classify texts into labels of your own with a language model, with reasons.',
  asks: [
    'classify support tickets into my labels',
    'zero-shot labels for short texts',
    'sort customer mails into complaints, orders and questions',
    'assign a category to each support ticket',
    'label texts with my own tags',
    'which topic does this message belong to',
  ],
  price: PRICE,
  uses: { model },
  input: z.object({
    texts: z.array(z.string().min(1).max(2_000)).min(1).max(50).describe('Texts to classify.'),
    labels: z.array(z.string().trim().min(1).max(100)).min(2).max(50).describe('Labels to choose.'),
    multi: z.boolean().default(false).describe('Whether a text may have several labels.'),
    instructions: z.string().max(2_000).optional().describe('What the labels mean.'),
  }),
  output: z.object({
    results: z.array(
      z.object({
        index: z.int(),
        label: z.string().describe('The label that fits best.'),
        labels: z.array(z.string()),
        confidence,
        reason: z.string(),
      }),
    ),
    model: z.string(),
  }),
  examples: [{ input: { texts: ['The parcel never came'], labels: ['delivery', 'payment'] } }],
  async run({ texts, labels, multi, instructions }, { model: { json } }) {
    const label = z.enum(labels as [string, ...string[]])
    const Judged = z.object({
      results: z.array(
        z.object({
          index: z.int().min(0).describe('Index of the text, from 0.'),
          labels: z.array(label).min(1).describe('Labels, best first.'),
          confidence,
          reason: z.string().describe('One short sentence.'),
        }),
      ),
    })
    const rules = [
      'Classify each text of the JSON list in the data, in its order.',
      multi ? 'A text may have several labels.' : 'Each text has exactly one label.',
      `Labels: ${JSON.stringify(labels)}`,
      ...(instructions ? [`What they mean: ${JSON.stringify(instructions)}`] : []),
    ]
    const { value, model: by } = await json({
      tier: 'nano',
      price: usd(PRICE),
      instructions: rules.join('\n'),
      data: JSON.stringify(texts),
      answer: Judged,
      maxTokens: 200 + 60 * texts.length,
    })
    const byIndex = new Map(value.results.map((result) => [result.index, result]))
    return {
      results: texts.map((_text, index) => {
        const judged = byIndex.get(index)
        const [best] = judged?.labels ?? []
        if (!judged || best === undefined)
          throw new Fault('upstream_failed', `The model left out text ${index}.`)
        return { ...judged, label: best, labels: multi ? judged.labels : [best] }
      }),
      model: by,
    }
  },
})
