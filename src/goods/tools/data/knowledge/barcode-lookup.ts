import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { CHECK_SCHEMES } from '../../../../engines/numbers/check-digits.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { openFoodFacts, type Product } from '../../../../capabilities/upstreams/open-food-facts.ts'
import { printedNumber } from './_fields.ts'

const LENGTHS = new Set([8, 12, 13, 14])
const grams = (what: string) => z.number().nullable().describe(`${what}, g.`)

export default defineTool({
  route: 'GET /api/barcode-lookup',
  name: 'Bar code lookup',
  description:
    'Product behind an EAN or UPC bar code: name, brand, ingredients, nutrition, Nutri-Score.',
  asks: [
    'what product is behind this barcode',
    'ingredients of a food by its barcode',
    'which product has this EAN',
    'what is in this food, scan of the package',
    'ingredients by bar code',
  ],
  price: '$0.002',
  uses: { openFoodFacts },
  input: z.object({
    code: printedNumber().describe('EAN, UPC or GTIN of 8, 12, 13 or 14 digits.'),
  }),
  output: z.object({
    code: z.string(),
    found: z.boolean(),
    database: z
      .enum(['food', 'beauty', 'product'])
      .nullable()
      .describe('Open Food Facts, Open Beauty Facts or Open Products Facts. ODbL 1.0.'),
    name: z.string().nullable(),
    brand: z.string().nullable(),
    quantity: z.string().nullable().describe('Quantity as the package states it.'),
    categories: z.array(z.string()).describe('Tags such as en:spreads, from broad to narrow.'),
    ingredients: z.string().nullable(),
    nutriScore: z.string().nullable().describe('Nutri-Score, a (best) to e.'),
    nutrition: z
      .object({
        energyKcal: z.number().nullable().describe('Energy, kcal.'),
        proteinG: grams('Protein'),
        fatG: grams('Fat'),
        saturatedFatG: grams('Saturated fat'),
        carbsG: grams('Carbohydrates'),
        sugarG: grams('Sugars'),
        fibreG: grams('Fibre'),
        saltG: grams('Salt'),
      })
      .nullable()
      .describe('Nutrition in 100 g or 100 ml; null if nobody has entered it.'),
    imageUrl: z.string().nullable(),
    url: z.string().nullable(),
    updatedIso: z.string().nullable().describe('When a contributor last changed it.'),
  }),
  examples: [
    {
      input: { code: '3017620422003' },
      at: '2026-01-01T00:00:00Z',
      output: {
        code: '3017620422003',
        found: true,
        database: 'food',
        name: 'Nutella',
        brand: 'Ferrero,Nutella',
        quantity: '400 g',
        categories: ['en:breakfasts', 'en:spreads', 'fr:pates-a-tartiner'],
        ingredients: 'Sugar, palm oil, hazelnuts 13%',
        nutriScore: 'e',
        nutrition: {
          energyKcal: 539,
          proteinG: 6.3,
          fatG: 30.9,
          saturatedFatG: 10.6,
          carbsG: 57.5,
          sugarG: 56.3,
          fibreG: null,
          saltG: 0.107,
        },
        imageUrl: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.jpg',
        url: 'https://world.openfoodfacts.org/product/3017620422003',
        updatedIso: '2025-11-01T00:00:00.000Z',
        source: 'Open Food Facts (ODbL 1.0)',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { code: '3600550362626' } },
  ],

  async run({ code: given }, { openFoodFacts }) {
    const code = given.replaceAll(/[\s-]/g, '')
    if (!/^\d+$/.test(code) || !LENGTHS.has(code.length))
      throw badInput('code: must have 8, 12, 13 or 14 digits.')
    if (CHECK_SCHEMES.ean.checkOf(code.slice(0, -1)) !== code.at(-1))
      throw badInput('code: has a wrong check digit; barcode-validate answers the right one.')
    const found = await openFoodFacts.product(code)
    const product = found?.product
    const grade = product?.nutriscore_grade ?? ''
    return {
      code,
      found: found !== null,
      database: found?.kind ?? null,
      name: product?.product_name || null,
      brand: product?.brands || null,
      quantity: product?.quantity || null,
      categories: product?.categories_tags ?? [],
      ingredients: product?.ingredients_text || null,
      nutriScore: /^[a-e]$/.test(grade) ? grade : null,
      nutrition: nutritionOf(product?.nutriments),
      imageUrl: product?.image_url || null,
      url: found ? `${found.host}/product/${code}` : null,
      updatedIso: product?.last_modified_t ? isoTime(product.last_modified_t * 1_000) : null,
    }
  },
})

function nutritionOf(nutriments: Product['nutriments']) {
  if (!nutriments) return null
  const nutrition = {
    energyKcal: nutriments['energy-kcal_100g'],
    proteinG: nutriments.proteins_100g,
    fatG: nutriments.fat_100g,
    saturatedFatG: nutriments['saturated-fat_100g'],
    carbsG: nutriments.carbohydrates_100g,
    sugarG: nutriments.sugars_100g,
    fibreG: nutriments.fiber_100g,
    saltG: nutriments.salt_100g,
  }
  return Object.values(nutrition).some((value) => value !== null) ? nutrition : null
}
