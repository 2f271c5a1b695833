import { standIn } from './define.ts'

/** Products as https://openfoodfacts.github.io/openfoodfacts-server/api/ref-v2/ describes them. */
const SPREAD = {
  product_name: 'Nutella',
  brands: 'Ferrero,Nutella',
  quantity: '400 g',
  categories_tags: ['en:breakfasts', 'en:spreads', 'fr:pates-a-tartiner'],
  ingredients_text: 'Sugar, palm oil, hazelnuts 13%',
  nutriscore_grade: 'e',
  nutriments: {
    energy: 2252,
    'energy-kcal_100g': 539,
    'energy-kcal_unit': 'kcal',
    fat_100g: '30.9',
    'saturated-fat_100g': 10.6,
    carbohydrates_100g: 57.5,
    sugars_100g: 56.3,
    proteins_100g: 6.3,
    salt_100g: 0.107,
    sodium_100g: 0.0428,
    fiber_100g: '',
  },
  image_url: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.jpg',
  last_modified_t: 1_761_955_200,
}

const SOAP = { product_name: 'Savon', brands: '', categories_tags: [], nutriments: {} }

const PRODUCTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  food: { 3017620422003: SPREAD },
  beauty: { 3600550362626: SOAP },
}

export default standIn({
  at: 'UPSTREAM_OPEN_FOOD_FACTS_URL',
  answer({ path, query }) {
    const code = /^\/api\/v2\/product\/(\d+)\.json$/.exec(path)?.[1]
    if (code === undefined) return undefined
    const product = PRODUCTS[query.get('product_type') ?? '']?.[code]
    if (product) return { code, status: 1, status_verbose: 'product found', product }
    const absent = { code, status: 0, status_verbose: 'product not found' }
    return Response.json(absent, { status: 404 })
  },
})
