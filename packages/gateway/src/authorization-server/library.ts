/**
 * The parts of oidc-provider that are used here, imported by path. The index of the package would write a warning to the console at every start on a
 * release of Node without long-term support. The paths hold because the version is pinned exactly.
 */
import * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js'

export { Provider } from 'oidc-provider/lib/provider.js'
export { interactionPolicy }
