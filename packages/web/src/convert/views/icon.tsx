/** A decorative icon from the sprite. It needs no label, because the text next to it has the same meaning. */
import sprite from '../../icons/sprite.svg?url';

export const Icon = ({ name }: { name: string }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
);
