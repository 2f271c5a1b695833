import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { foodDataCentral, type Food } from '../../../../capabilities/upstreams/food-data-central.ts'
import { limitOf } from './_fields.ts'

/**
 * Numbers of nutrients; the first one that a food has is used. Foundation foods have other numbers.
 */
const NUTRIENTS = {
  energyKcal: { ids: [1008, 2047, 2048], unit: 'KCAL' },
  proteinG: { ids: [1003], unit: 'G' },
  fatG: { ids: [1004, 1085], unit: 'G' },
  carbsG: { ids: [1005, 1050], unit: 'G' },
  sugarG: { ids: [2000, 1063], unit: 'G' },
  fibreG: { ids: [1079, 2033], unit: 'G' },
  sodiumMg: { ids: [1093], unit: 'MG' },
} as const

const amount = (what: string) => z.number().nullable().describe(what)

export default defineTool({
  route: 'GET /api/food-nutrition',
  name: 'Food nutrients',
  description: 'Nutrients of foods from USDA FoodData Central: energy, protein, fat, sodium.',
  asks: [
    'how many calories are in oatmeal',
    'protein and fat content of a food',
    'how much protein has an egg',
    'is it healthy to eat',
    'vitamins of a food',
    'carbs and sugar',
  ],
  price: '$0.002',
  uses: { foodDataCentral },
  input: z.object({
    q: searchText(200).describe('Name of the food, such as rolled oats.'),
    limit: limitOf(5, 25),
  }),
  output: z.object({
    foods: z.array(
      z.object({
        fdcId: z.int().describe('Id in FoodData Central.'),
        description: z.string(),
        brand: z.string().nullable().describe('Maker of a branded food.'),
        dataType: z
          .string()
          .describe('Foundation and SR Legacy are measured; Branded is from the label.'),
        servingG: z.number().nullable().describe('One serving in grams, if it is given so.'),
        servingMl: z.number().nullable().describe('One serving in ml, if it is given so.'),
        per100Unit: z.enum(['g', 'ml']).describe('Unit of the 100 in `per100`.'),
        per100: z.object({
          energyKcal: amount('Energy, kcal.'),
          proteinG: amount('Protein, g.'),
          fatG: amount('Fat, g.'),
          carbsG: amount('Carbohydrates, g.'),
          sugarG: amount('Sugars, g.'),
          fibreG: amount('Fibre, g.'),
          sodiumMg: amount('Sodium, mg.'),
        }),
        publishedDate: z.string().nullable().describe('When this record was published.'),
      }),
    ),
    total: z.int().describe('Number of foods that match.'),
  }),
  examples: [
    {
      input: { q: 'rolled oats', limit: 2 },
      at: '2026-01-01T00:00:00Z',
      output: {
        foods: [
          {
            fdcId: 2_134_567,
            description: 'ROLLED OATS',
            brand: 'Quaker Oats Company',
            dataType: 'Branded',
            servingG: 40,
            servingMl: null,
            per100Unit: 'g',
            per100: {
              energyKcal: 375,
              proteinG: 12.5,
              fatG: 7.5,
              carbsG: 67.5,
              sugarG: 2.5,
              fibreG: 10,
              sodiumMg: 0,
            },
            publishedDate: '2023-03-16',
          },
          {
            fdcId: 2_346_396,
            description: 'Oats, whole grain, rolled, old fashioned',
            brand: null,
            dataType: 'Foundation',
            servingG: null,
            servingMl: null,
            per100Unit: 'g',
            per100: {
              energyKcal: 382,
              proteinG: 13.5,
              fatG: null,
              carbsG: null,
              sugarG: null,
              fibreG: null,
              sodiumMg: null,
            },
            publishedDate: '2022-10-28',
          },
        ],
        total: 2,
        source: 'USDA FoodData Central',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { q: 'oat drink' } },
  ],

  async run({ q, limit }, { foodDataCentral }) {
    const { foods, total } = await foodDataCentral.search(q, limit)
    return { foods: foods.map(foodOf), total }
  },
})

function foodOf(food: Food) {
  const unit = (food.servingSizeUnit ?? '').toLowerCase()
  const size = food.servingSize ?? null
  const isVolume = ['ml', 'mlt'].includes(unit)
  const isMass = ['g', 'grm', 'gm'].includes(unit)
  return {
    fdcId: food.fdcId,
    description: food.description,
    brand: food.brandOwner || food.brandName || null,
    dataType: food.dataType,
    servingG: isMass ? size : null,
    servingMl: isVolume ? size : null,
    per100Unit: isVolume ? ('ml' as const) : ('g' as const),
    per100: {
      energyKcal: amountOf(food, 'energyKcal'),
      proteinG: amountOf(food, 'proteinG'),
      fatG: amountOf(food, 'fatG'),
      carbsG: amountOf(food, 'carbsG'),
      sugarG: amountOf(food, 'sugarG'),
      fibreG: amountOf(food, 'fibreG'),
      sodiumMg: amountOf(food, 'sodiumMg'),
    },
    publishedDate: food.publishedDate ?? null,
  }
}

/** Null if the food has no amount in the expected unit: no amount is converted. */
function amountOf({ foodNutrients }: Food, name: keyof typeof NUTRIENTS): number | null {
  const { ids, unit } = NUTRIENTS[name]
  for (const id of ids) {
    const found = (foodNutrients ?? []).find(
      ({ nutrientId, unitName }) => nutrientId === id && unitName?.toUpperCase() === unit,
    )
    if (typeof found?.value === 'number') return found.value
  }
  return null
}
