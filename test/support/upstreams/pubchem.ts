import { standIn } from './define.ts'

/** As https://pubchem.ncbi.nlm.nih.gov/docs/pug-rest describes it; the weight is text. */
const CAFFEINE = {
  CID: 2519,
  MolecularFormula: 'C8H10N4O2',
  MolecularWeight: '194.19',
  SMILES: 'CN1C=NC2=C1C(=O)N(C(=O)N2C)C',
  InChIKey: 'RYYVLZVUVIJVGH-UHFFFAOYSA-N',
  IUPACName: '1,3,7-trimethylpurine-2,6-dione',
  Title: 'Caffeine',
}

const WITHOUT_NAMES = { CID: 7, MolecularFormula: 'C10H13N5O3', Title: '9-Ethyladenine' }

const fault = () =>
  Response.json(
    { Fault: { Code: 'PUGREST.NotFound', Message: 'No CID found', Details: ['No CID found'] } },
    { status: 404 },
  )

export default standIn({
  at: 'UPSTREAM_PUBCHEM_URL',
  answer({ method, path, body }) {
    if (path === '/rest/pug/compound/cid/2519/synonyms/JSON') {
      const Synonym = ['caffeine', '58-08-2', 'Guaranine']
      return { InformationList: { Information: [{ CID: 2519, Synonym }] } }
    }
    if (!/^\/rest\/pug\/compound\/name\/property\/.*SMILES.*\/JSON$/.test(path)) return fault()
    const name = method === 'POST' ? new URLSearchParams(body).get('name') : null
    if (name === 'caffeine') return { PropertyTable: { Properties: [CAFFEINE] } }
    if (name === 'x/y') return { PropertyTable: { Properties: [WITHOUT_NAMES, CAFFEINE] } }
    return fault()
  },
})
