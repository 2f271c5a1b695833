import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { orNull } from '../../base/core/failover.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { defineUpstream } from './define.ts'

const text = z.string().nullish()
/** Contributors write amounts as numbers or as text. */
const amount = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => {
    const number = Number.parseFloat(String(value ?? ''))
    return Number.isFinite(number) ? number : null
  })

const Nutriments = z.object({
  'energy-kcal_100g': amount,
  proteins_100g: amount,
  fat_100g: amount,
  'saturated-fat_100g': amount,
  carbohydrates_100g: amount,
  sugars_100g: amount,
  fiber_100g: amount,
  salt_100g: amount,
})

const Product = z.object({
  product_name: text,
  brands: text,
  quantity: text,
  categories_tags: z.array(z.string()).nullish(),
  ingredients_text: text,
  nutriscore_grade: text,
  nutriments: Nutriments.nullish(),
  image_url: text,
  last_modified_t: z.number().nullish(),
})

export type Product = z.output<typeof Product>

const Looked = z.object({ status: z.int(), product: Product.nullish() })

/** Separate databases of the same kind for food, cosmetics and other products. */
const DATABASES = [
  { kind: 'food', host: 'https://world.openfoodfacts.org' },
  { kind: 'beauty', host: 'https://world.openbeautyfacts.org' },
  { kind: 'product', host: 'https://world.openproductsfacts.org' },
] as const

const FIELDS =
  'code,product_name,brands,quantity,categories_tags,ingredients_text,nutriscore_grade,nutriments,image_url,last_modified_t'

/** 100 requests a minute. */
const PER_SECOND = 1.6

export const openFoodFacts = defineUpstream({
  name: 'open-food-facts',
  title: 'Open Food Facts',
  attribution: 'Open Food Facts (ODbL 1.0)',
  terms: 'https://world.openfoodfacts.org/terms-of-use',
  texts: 'public',
  base: 'https://world.openfoodfacts.org',
  limits: { timeoutMs: 10_000, bytesMax: 2_000_000, perSecond: PER_SECOND, among: 'replicas' },
  cacheTtlMs: DAY_MS,
  api: (http) => ({
    /** The product with this code in the first database that has it. */
    async product(code: string) {
      for (const { kind, host } of DATABASES) {
        const path = `${host}/api/v2/product/${code}.json`
        const query = { fields: FIELDS, product_type: kind }
        const refusals = { 404: () => notFound(`${host} has no product ${code}.`) }
        const found = await orNull(http.json(path, Looked, { query, refusals }))
        if (found?.status === 1 && found.product) return { kind, host, product: found.product }
      }
      return null
    },
  }),
})
