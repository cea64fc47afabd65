export { SetUpButton, SetUpOffer } from './SetUpOffer.tsx';
