/** A decorative icon of the sprite. The adjacent text has the same meaning. */
import sprite from '../../icons/sprite.svg?url';

export const Icon = ({ name }: { name: string }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
);
