from django.urls import path

from tenfold.rulings import views

urlpatterns = [
    path("c/<slug:slug>/rulings/", views.rulings, name="rulings"),
    path("c/<slug:slug>/rulings/new/", views.choose, name="rulings_choose"),
    path("c/<slug:slug>/rulings/preview/", views.rule, name="rule"),
    path("c/<slug:slug>/rulings/<int:number>/undo/", views.undo, name="rulings_undo"),
]
