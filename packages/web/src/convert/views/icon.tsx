/** A decorative drawing of the sprite. The text next to it has the same meaning. */
import sprite from '../../icons/sprite.svg?url';

export const Icon = ({ name }: { name: string }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
);
