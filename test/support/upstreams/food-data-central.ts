import { standIn } from './define.ts'

const nutrient = (nutrientId: number, nutrientName: string, unitName: string, value: number) => ({
  nutrientId,
  nutrientName,
  nutrientNumber: '000',
  unitName,
  derivationCode: 'LCCS',
  value,
})

/**
 * Foods as https://fdc.nal.usda.gov/api-spec/fdc_api.html describes `SearchResultFood`. A branded
 * food has its energy as nutrient 1008; a foundation food may have it by Atwater factors only.
 */
const BRANDED = {
  fdcId: 2_134_567,
  description: 'ROLLED OATS',
  dataType: 'Branded',
  gtinUpc: '070038322238',
  publishedDate: '2023-03-16',
  brandOwner: 'Quaker Oats Company',
  brandName: 'QUAKER',
  servingSizeUnit: 'GRM',
  servingSize: 40,
  score: 904.6,
  foodNutrients: [
    nutrient(1003, 'Protein', 'G', 12.5),
    nutrient(1004, 'Total lipid (fat)', 'G', 7.5),
    nutrient(1005, 'Carbohydrate, by difference', 'G', 67.5),
    nutrient(1008, 'Energy', 'KCAL', 375),
    nutrient(2000, 'Total Sugars', 'G', 2.5),
    nutrient(1079, 'Fiber, total dietary', 'G', 10),
    nutrient(1093, 'Sodium, Na', 'MG', 0),
  ],
}

const FOUNDATION = {
  fdcId: 2_346_396,
  description: 'Oats, whole grain, rolled, old fashioned',
  dataType: 'Foundation',
  publishedDate: '2022-10-28',
  foodNutrients: [
    nutrient(1003, 'Protein', 'G', 13.5),
    nutrient(1062, 'Energy', 'kJ', 1590),
    nutrient(2047, 'Energy (Atwater General Factors)', 'KCAL', 382),
    nutrient(2048, 'Energy (Atwater Specific Factors)', 'KCAL', 379),
  ],
}

const MILK = {
  fdcId: 2_000_001,
  description: 'OAT DRINK',
  dataType: 'Branded',
  brandOwner: 'Oat Works',
  servingSizeUnit: 'MLT',
  servingSize: 240,
  foodNutrients: [nutrient(1008, 'Energy', 'KCAL', 50)],
}

export default standIn({
  at: 'UPSTREAM_FOOD_DATA_CENTRAL_URL',
  settings: { DATA_GOV_API_KEY: 'gov-key' },
  answer({ path, headers, body }) {
    if (headers['x-api-key'] !== 'gov-key') return new Response('{}', { status: 403 })
    if (path !== '/fdc/v1/foods/search') return undefined
    const { query, pageSize } = JSON.parse(body) as { query: string; pageSize: number }
    const foods = query.includes('oat') ? [BRANDED, FOUNDATION, MILK].slice(0, pageSize) : []
    return { totalHits: foods.length, currentPage: 1, totalPages: 1, foods }
  },
})
