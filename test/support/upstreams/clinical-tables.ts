import { standIn } from './define.ts'

/** clinicaltables.nlm.nih.gov/apidoc/icd10cm/v3/doc.html */
export default standIn({
  at: 'UPSTREAM_CLINICAL_TABLES_URL',
  answer({ path, query }) {
    if (path !== '/api/icd10cm/v3/search') return undefined
    if (!query.get('terms')?.includes('diabetes')) return [0, [], null, []]
    return [71, ['E11.65'], null, [['E11.65', 'Type 2 diabetes mellitus with hyperglycemia']]]
  },
})
