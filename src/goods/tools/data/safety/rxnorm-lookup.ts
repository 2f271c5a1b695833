import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { rxnav } from '../../../../capabilities/upstreams/rxnav.ts'

const CONCEPTS_MAX = 500

export default defineTool({
  route: 'GET /api/rxnorm-lookup',
  name: 'RxNorm lookup',
  description: 'RxNorm concept of a drug name with ingredients and brands.',
  asks: [
    'active ingredient of Lipitor',
    'RxCUI and brands of a drug',
    'generic name of a brand drug',
    'active ingredient of Advil',
  ],
  price: '$0.001',
  uses: { rxnav },
  input: z.object({
    name: searchText(200).describe('Brand, ingredient or whole name of a drug, such as Lipitor.'),
  }),
  output: z.object({
    name: z.string(),
    rxcui: z.string().describe('Number of the concept in RxNorm.'),
    concepts: z
      .array(
        z.object({
          rxcui: z.string(),
          name: z.string(),
          termType: z.string().describe('IN is an ingredient, BN a brand, SCD a clinical drug.'),
        }),
      )
      .describe(`Related concepts, at most ${CONCEPTS_MAX}.`),
    ingredients: z.array(z.string()),
    brands: z.array(z.string()),
  }),
  examples: [{ input: { name: 'Lipitor' } }],

  async run({ name }, { rxnav }) {
    const rxcui = await rxnav.conceptOf(name)
    if (rxcui === null) throw notFound(`name: RxNorm does not know ${name}.`)
    const concepts = await rxnav.related(rxcui)
    const namesOf = (type: string) =>
      concepts.filter(({ termType }) => termType === type).map((concept) => concept.name)
    return {
      name,
      rxcui,
      concepts: concepts.slice(0, CONCEPTS_MAX),
      ingredients: namesOf('IN'),
      brands: namesOf('BN'),
    }
  },
})
