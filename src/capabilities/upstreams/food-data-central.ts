import { z } from 'zod'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()

const Food = z.object({
  fdcId: z.int(),
  description: z.string(),
  dataType: z.string(),
  brandOwner: text,
  brandName: text,
  servingSize: z.number().nullish(),
  servingSizeUnit: text,
  publishedDate: text,
  foodNutrients: z
    .array(
      z.object({
        nutrientId: z.int().nullish(),
        unitName: text,
        value: z.number().nullish(),
      }),
    )
    .nullish(),
})

export type Food = z.output<typeof Food>

const Found = z.object({ totalHits: z.int(), foods: rowsOf(Food) })

export const foodDataCentral = defineUpstream({
  name: 'food-data-central',
  title: 'USDA FoodData Central',
  terms: 'https://fdc.nal.usda.gov/api-guide',
  texts: 'public',
  base: 'https://api.nal.usda.gov',
  asks: '$0',
  settings: [
    {
      name: 'DATA_GOV_API_KEY',
      description: 'Key of api.data.gov, which is free.',
      need: 'required',
    },
  ],
  // 1,000 requests an hour, counted by key; short bursts are allowed.
  limits: { timeoutMs: 15_000, bytesMax: 8_000_000, perSecond: 1, among: 'replicas' },
  cacheTtlMs: DAY_MS,
  headers: (setting) => ({ 'x-api-key': setting('DATA_GOV_API_KEY') }),
  api: (http) => ({
    async search(q: string, limit: number) {
      const json = { query: q, pageSize: limit }
      const found = await http.json('/fdc/v1/foods/search', Found, { json, cacheTtlMs: DAY_MS })
      return { foods: found.foods.slice(0, limit), total: found.totalHits }
    },
  }),
})
