/// Something that a part of the account page asks of the house: what came of it.
import { Refused } from '../rules/rules';
import { t } from '../settings.svelte';
import { reason } from '../table/viewer.svelte';

export class Asking {
  busy = $state(false);
  said = $state('');
  fault = $state('');
  /** The code of the refusal: it says which field is wrong. */
  code = $state('');

  /** Asks; what is said if it is done. */
  async ask(request: () => Promise<unknown>, said = ''): Promise<boolean> {
    this.busy = true;
    this.said = this.fault = this.code = '';
    try {
      await request();
      this.said = said;
      return true;
    } catch (error) {
      const refused = error instanceof Refused;
      this.fault = refused ? reason(error.refusal) : t('connectionLost');
      this.code = refused ? error.refusal.code : '';
      return false;
    } finally {
      this.busy = false;
    }
  }
}
