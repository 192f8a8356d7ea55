/** The errors of oidc-provider, without the rest of it. */
import * as errors from 'oidc-provider/lib/helpers/errors.js'

export { errors }
